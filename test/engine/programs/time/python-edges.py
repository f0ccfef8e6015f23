# Four hundred pipes, watched edge-triggered, become readable at once and are asked for ten at a time. The kernel
# shows each of them once: none is lost on the way.
import os
import select

pipes = [os.pipe() for _ in range(400)]
loop = select.epoll()
for reader, _ in pipes:
    loop.register(reader, select.EPOLLIN | select.EPOLLET)
loop.poll(0, 10)
for _, writer in pipes:
    os.write(writer, b"x")
seen = set()
while len(seen) < len(pipes):
    ready = loop.poll(5, 10)
    if not ready:
        raise SystemExit(f"{len(seen)} of {len(pipes)} were shown")
    seen.update(fd for fd, _ in ready)
print("ok")
