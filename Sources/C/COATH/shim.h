#pragma once
#include <stdlib.h>
#include <liboath/oath.h>
