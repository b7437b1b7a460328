/* A program to be judged: brackets that match, not too deep. It reads a file, and ends with 0 if it is accepted. */
#include <stdio.h>

#define DEPTH 4

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!file) return 2;
    char open[DEPTH];
    int depth = 0, letter;
    while ((letter = fgetc(file)) != EOF) {
        if (letter == '[' || letter == '{') {
            /* The mistake: nothing says how deep it may be. */
            if (depth > DEPTH) __builtin_trap();
            open[depth++] = (char)letter;
        } else if (letter == ']' || letter == '}') {
            if (depth == 0) return 1;
            char wanted = letter == ']' ? '[' : '{';
            if (open[--depth] != wanted) return 1;
        }
    }
    return depth != 0;
}
