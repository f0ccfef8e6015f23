# The loop's thread joins one that sleeps: nobody but the sleeper can let time pass.
import asyncio
import threading
import time


async def main():
    await asyncio.sleep(0.1)
    before = time.monotonic()
    sleeper = threading.Thread(target=lambda: time.sleep(0.5))
    sleeper.start()
    sleeper.join()
    assert 0.5 <= time.monotonic() - before < 2

asyncio.run(main())
