/* What else differs from run to run, pinned: V8's random seed and threads, cryptographic
 * randomness, temporary names, ports that the kernel picks. The same values in every run: only the
 * schedule differs between two seeds. */
#include "shim/loop.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/stat.h>

static struct {
    struct random bytes;
    _Atomic uint32_t lock, names, ports;
} pinned;

static uint64_t own_seed(void)
{
    uint64_t seed = 42;
    for (const char *at = shim.process->name; *at; at++)
        seed = random_mix(seed, (unsigned char)*at);
    return seed;
}

static void fill(void *into, size_t count)
{
    unsigned char *at = into;
    spin_lock(&pinned.lock);
    if (!pinned.bytes.state)
        pinned.bytes.state = own_seed();
    for (size_t i = 0; i < count; i += 8) {
        uint64_t value = random_next(&pinned.bytes);
        memcpy(at + i, &value, count - i < 8 ? count - i : 8);
    }
    spin_unlock(&pinned.lock);
}

/* OpenSSL's table of random functions, as its public header declares it. */
struct rand_method {
    int (*seed)(const void *, int);
    int (*bytes)(unsigned char *, int);
    void (*cleanup)(void);
    int (*add)(const void *, int, double);
    int (*pseudo)(unsigned char *, int);
    int (*status)(void);
};

static int openssl_seed(const void *bytes, int count)
{
    (void)bytes, (void)count;
    return 1;
}

static int openssl_bytes(unsigned char *into, int count)
{
    fill(into, count > 0 ? (size_t)count : 0);
    return 1;
}

static int openssl_add(const void *bytes, int count, double entropy)
{
    (void)bytes, (void)count, (void)entropy;
    return 1;
}

static int openssl_status(void)
{
    return 1;
}

void pin_start(void)
{
    static const struct rand_method method = {openssl_seed, openssl_bytes, NULL,
                                              openssl_add,  openssl_bytes, openssl_status};
    void (*set_flags)(const char *) = dlsym(RTLD_DEFAULT, "_ZN2v82V818SetFlagsFromStringEPKc");
    const char *(*version)(void) = dlsym(RTLD_DEFAULT, "_ZN2v82V810GetVersionEv");
    int (*set_method)(const struct rand_method *) = dlsym(RTLD_DEFAULT, "RAND_set_rand_method");
    /* Up to V8 13, Math.random is seeded through Node from OpenSSL, which is pinned below. Later
     * ones need the flag, which makes V8 rehash its snapshot: 8 ms at each start. */
    bool own_entropy = version && strtol(version(), NULL, 10) >= 14;
    if (set_flags)
        set_flags(own_entropy ? "--single-threaded --random-seed=42" : "--single-threaded");
    if (set_method)
        set_method(&method);
}

ssize_t hook_getrandom(void *into, size_t count, unsigned flags)
{
    if (!controls(CONTROL_PIN))
        return real.getrandom(into, count, flags);
    fill(into, count);
    return (ssize_t)count;
}

int hook_getentropy(void *into, size_t count)
{
    if (!controls(CONTROL_PIN) || count > 256)
        return real.getentropy(into, count);
    fill(into, count);
    return 0;
}

/* The six X become a number that counts up: the same name in every run, unless something of that
 * name is there. */
static char *name_places(char *template)
{
    size_t length = strlen(template);
    return length >= 6 && strcmp(template + length - 6, "XXXXXX") == 0 ? template + length - 6
                                                                       : NULL;
}

static void next_temporary_name(char *places)
{
    uint64_t value = random_mix(own_seed(), atomic_fetch_add(&pinned.names, 1));
    for (int i = 0; i < 6; i++, value /= 36)
        places[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[value % 36];
}

char *hook_mkdtemp(char *template)
{
    char *places = name_places(template);
    if (!controls(CONTROL_PIN) || !places)
        return real.mkdtemp(template);
    for (int tries = 0; tries < 1000; tries++) {
        next_temporary_name(places);
        if (mkdir(template, 0700) == 0)
            return template;
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

int hook_mkstemp(char *template)
{
    char *places = name_places(template);
    if (!controls(CONTROL_PIN) || !places)
        return real.mkstemp(template);
    for (int tries = 0; tries < 1000; tries++) {
        next_temporary_name(places);
        int fd = open(template, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Port 0 asks for any: in a network of its own the run always gets the same ones. */
static in_port_t *asked_port(struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET)
        return &((struct sockaddr_in *)address)->sin_port;
    return address->ss_family == AF_INET6 ? &((struct sockaddr_in6 *)address)->sin6_port : NULL;
}

int hook_bind(int fd, const struct sockaddr *address, socklen_t length)
{
    struct sockaddr_storage copy = {0};
    bool pins = controls(CONTROL_PIN) && shim.segment->config.isolated && length <= sizeof copy;
    if (pins)
        memcpy(&copy, address, length);
    in_port_t *port = pins ? asked_port(&copy) : NULL;
    source_bound(fd, address, length);
    if (!port || *port != 0)
        return real.bind(fd, address, length);
    for (unsigned tries = 0; tries < 2000; tries++) {
        unsigned number =
            42000 + (shim.process_index * 512 + atomic_fetch_add(&pinned.ports, 1)) % 18000;
        *port = htons((uint16_t)number);
        if (real.bind(fd, (struct sockaddr *)&copy, length) == 0)
            return 0;
        if (errno != EADDRINUSE)
            break;
    }
    return real.bind(fd, address, length);
}
