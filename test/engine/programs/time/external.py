#!/usr/bin/python3
"""A peer that no schedule controls: it waits in real time, answers, and ends. Not a program of the tests itself.

    external.py MODE SECONDS [PATH]    MODE: tcp, parts, udp, dns, unix

Says where it listens (one line), closes its output so that whoever started it in the background can go on, serves one
client and ends; after a minute it ends in any case."""
import os
import signal
import socket
import sys
import time


def announce(where):
    print(where, flush=True)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)


def stream_server(path=None):
    server = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
    server.bind(path or ("127.0.0.1", 0))
    server.listen()
    announce(path or server.getsockname()[1])
    return server.accept()[0]


def datagram_server():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    announce(server.getsockname()[1])
    return server


def echo(seconds, path=None):
    client = stream_server(path)
    for _ in range(2):
        data = client.recv(4096)
        time.sleep(seconds)
        client.sendall(data)


def parts(seconds):
    client = stream_server()
    client.recv(4096)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n")
    time.sleep(seconds)
    client.sendall(b"first")
    time.sleep(seconds)
    client.sendall(b"-last")


def udp(seconds):
    server = datagram_server()
    data, sender = server.recvfrom(4096)
    time.sleep(seconds)
    server.sendto(data, sender)


def dns(seconds):
    server = datagram_server()
    query, sender = server.recvfrom(4096)
    time.sleep(seconds)
    end = query.index(b"\0", 12) + 5  # the question: name, type, class
    record = b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4\1\2\3\4"
    server.sendto(query[:2] + b"\x81\x80\0\1\0\1\0\0\0\0" + query[12:end] + record, sender)


signal.alarm(60)
mode, seconds, *path = sys.argv[1:]
{"tcp": echo, "unix": echo, "parts": parts, "udp": udp, "dns": dns}[mode](float(seconds), *path)
