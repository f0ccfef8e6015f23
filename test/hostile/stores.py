"""stores.py FOLDER: makes from the campaign in FOLDER the folders NAME below the current one, each with a store that somebody
else has prepared, and prints their names with what `interloper merge NAME` must exit with."""
import os
import shutil
import sqlite3
import struct
import sys


def made(name, status, change=None):
    shutil.rmtree(name, ignore_errors=True)
    shutil.copytree(sys.argv[1], name)
    base = sqlite3.connect(name + '/campaign.db')
    if change:
        change(base)
    base.commit()
    base.execute('pragma journal_mode = delete')
    base.close()
    print(name, status)


def fact(base, name, value):
    base.execute('insert or replace into facts values(?, ?)', (name, value))


ENDLESS = '(with recursive c(x) as (select 1 union all select x + 1 from c) select x from c)'
COLUMNS = 'seed, plan, kind, status, strategy, flags, outcome, signature, note, wall_ms, cpu_ms, at_ms, events'

made('plain', 1)
made('trigger', 2, lambda base: base.executescript(
    ''.join(f'create trigger on_{table} before insert on {table} begin delete from runs where number in {ENDLESS}; end;' for table in ('facts', 'runs'))))
made('view', 2, lambda base: base.executescript('alter table proofs rename to others; create view proofs as select * from others'))
made('computed', 2, lambda base: base.executescript(
    "drop table proofs; create table proofs(run integer primary key, schedule as (hex(zeroblob(400000000)))); insert into proofs values(1)"))
made('checked', 2, lambda base: base.executescript(
    'pragma ignore_check_constraints = 1; create table more(x check(length(hex(zeroblob(400000000))))); insert into more values(1), (2), (3), (4), (5), (6)'))
made('negative', 2, lambda base: base.execute('update runs set number = -1 where number = 1'))
made('far', 2, lambda base: base.execute('update runs set number = 9223372036854775807 where number = (select max(number) from runs)'))
made('crowded', 2, lambda base: base.executemany(
    f"insert into runs select ?, {COLUMNS}, x'00ffff3f', holds, met from runs where number = 1", [(n,) for n in range(10, 600)]))
made('endless', 1, lambda base: base.execute('update runs set wall_ms = 9e999, cpu_ms = -9e999, at_ms = 9e999'))
for name in ('baseline median', 'explored from', 'timeout', 'jobs', 'pct length'):
    made('number-' + name.replace(' ', '-'), 1, lambda base: fact(base, name, float('inf')))


def names_a_file(base):
    (told,) = base.execute('select content from files where which = 4').fetchone()
    mine, far = os.path.abspath('late.js').encode(), os.path.abspath('../secret').encode()
    told = told.replace(b'%d %s' % (len(mine), mine), b'%d %s' % (len(far), far))
    base.execute('update files set content = ? where which = 4', (told,))


made('places', 1, names_a_file)

# SQLite finishes what a journal says, and deletes the file that it names as that of several stores.
made('journal', 2)
victim = os.path.abspath('victim').encode()
magic = bytes([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
pages = os.path.getsize('journal/campaign.db') // 4096
head = (magic + struct.pack('>IIIII', 0, 0, pages, 512, 4096)).ljust(512, b'\0')
tail = struct.pack('>I', 0x40000000 // 4096 + 1) + victim + struct.pack('>II', len(victim), sum(victim)) + magic
with open('journal/campaign.db-journal', 'wb') as file:
    file.write(head + tail)
made('pipe', 2)
os.mkfifo('pipe/campaign.db-journal')
