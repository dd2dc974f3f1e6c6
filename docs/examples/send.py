import json, os, random, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone


def send_events(events):
    """Sends events until they are recorded. Raises if the request itself is wrong."""
    request = urllib.request.Request(
        os.environ["INTAKE_URL"] + "/v1/events",
        data=json.dumps(events).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["INTAKE_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    pause = 0.5
    while True:
        retry_after = 0.0
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (408, 429) and error.code < 500:
                raise RuntimeError(error.read().decode())
            retry_after = float(error.headers.get("Retry-After") or 0)
        except (OSError, ValueError):
            pass  # The connection broke.
        time.sleep(max(retry_after, pause * random.uniform(0.5, 1)))
        pause = min(60, pause * 2)


event = {
    "event_id": str(uuid.uuid4()),
    "type": "view",
    "website_id": 10,
    "step_id": 1000,
    "visitor_token": str(uuid.uuid4()),
    "occurred_at": datetime.now(timezone.utc).isoformat(),
}
print(json.dumps(send_events([event])))
