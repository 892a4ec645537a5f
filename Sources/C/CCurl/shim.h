#pragma once
#include <curl/curl.h>
#include "http.h"
