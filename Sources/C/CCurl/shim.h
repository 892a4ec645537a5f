#pragma once
#include <curl/curl.h>
#include "smtp.h"
