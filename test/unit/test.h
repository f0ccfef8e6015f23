/* cmocka with the headers it forgets to include. */
#ifndef TEST_UNIT_TEST_H
#define TEST_UNIT_TEST_H

#include "base/base.h"

#include <setjmp.h>

/* must come last: cmocka.h needs all of the above */
#include <cmocka.h>

#endif
