import json, os, sys, threading, time, urllib.request

CONTROL = os.environ.get("AGENT_CONTROL")  # not set: a person sits at the terminal
written, ahead, timers, started = 0, 0, [], threading.Event()

def say(text):
    global written
    written += sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()

def tell(event, **more):
    body = json.dumps({"type": event, "output": written, **more}).encode()
    if CONTROL: urllib.request.urlopen(CONTROL + "/events", body).read()

def now():  # milliseconds since 1970
    return time.time() * 1000 + ahead

def wait(ms):  # on the spec's clock
    timer = (now() + ms, threading.Event())
    timers.append(timer)
    tell("timer", due=timer[0])
    timer[1].wait(ms / 1000)

def follow_clock():
    global ahead
    for line in urllib.request.urlopen(CONTROL + "/clock"):
        step = json.loads(line)
        ahead += step["advance"] if "advance" in step else step["now"] - now()
        for due, over in timers: due <= now() and over.set()
        tell("advanced", id=step["id"]) if "id" in step else started.set()

if CONTROL: threading.Thread(target=follow_clock, daemon=True).start(); started.wait()
