#!/usr/bin/python3
"""Another loop on epoll: Python's asyncio. 10 s of sleeps pass by every clock, connections work, and a process that
takes 300 ms of real time beats a time-out of 10 s.
needs: clock"""
import asyncio
import time


async def echo(reader, writer):
    writer.write(await reader.readline())
    writer.close()


async def ask(port, i):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(i / 10)
    writer.write(b"%d\n" % i)
    assert await asyncio.wait_for(reader.read(), 10) == b"%d\n" % i
    writer.close()


async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    await asyncio.gather(*(ask(port, i) for i in range(10)))
    server.close()
    child = await asyncio.create_subprocess_exec("sleep", "0.3")
    assert await asyncio.wait_for(child.wait(), 10) == 0
    start = time.monotonic(), time.time(), asyncio.get_running_loop().time()
    for _ in range(10):
        await asyncio.sleep(1)
    ends = time.monotonic(), time.time(), asyncio.get_running_loop().time()
    for begin, end in zip(start, ends):
        assert end - begin >= 9.99, end - begin
    print("ok")


asyncio.run(main())
