#include <stdio.h>
#include "base.h"
#define LIMIT 3
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A shape. */
struct shape {
    int side;
    char *name;
};

typedef unsigned long id_t2;
enum color { RED, GREEN };
static int counter = 0;
int area(const struct shape *s, int scale);

int area(const struct shape *s, int scale) {
    if (s && scale > 1) return 1;
    return s->side;
}

char *name_of(void) { return 0; }
