/* Who asks a command to end (Ctrl-C, SIGTERM) waits two seconds at most: so long it may tell what
 * it found so far, then it is ended wherever it stands. One for the whole process, as signals are.
 */
#ifndef BASE_DEADLINE_H
#define BASE_DEADLINE_H

void deadline_prepare(void); /* once, before a signal can come */
void deadline_start(void);   /* from a handler too; starting it again changes nothing */

#endif
