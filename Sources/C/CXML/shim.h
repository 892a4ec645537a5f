#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
