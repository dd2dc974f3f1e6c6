"""Prints the campaigns of a website with most conversions. Needs only Python 3.9 or newer.

    FUNNEL_URL=http://127.0.0.1:3000 FUNNEL_TOKEN=... python3 read_reports.py
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

if not os.environ.get("FUNNEL_URL") or not os.environ.get("FUNNEL_TOKEN"):
    raise SystemExit(
        "Set FUNNEL_URL to the address of the REST API, and FUNNEL_TOKEN to an access token for it "
        "(npm start prints both; the token page makes tokens)."
    )
URL = os.environ["FUNNEL_URL"].rstrip("/") + "/api/v1"
TOKEN = os.environ["FUNNEL_TOKEN"]


def get(path, **parameters):
    """Returns the JSON of an endpoint. Repeats the request when the service is busy (429, 503)."""
    query = urllib.parse.urlencode(parameters)
    request = urllib.request.Request(f"{URL}{path}?{query}", headers={"Authorization": f"Bearer {TOKEN}"})
    for repetition in range(4):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code in (429, 503) and repetition < 3:
                time.sleep(float(error.headers.get("Retry-After", 2**repetition)))
                continue
            problem = json.load(error)
            raise SystemExit(f"{problem['code']}: {problem['detail']}") from error
    raise AssertionError("not reached")


def campaigns(website_id, **parameters):
    """Yields all campaigns, page by page."""
    page = 1
    while True:
        data = get("/reports/campaigns", website_id=website_id, page=page, per_page=50, **parameters)["data"]
        yield from data["campaigns"]
        if page >= data["pagination"]["total_pages"]:
            return
        page += 1


for website in get("/reports/websites")["websites"]:
    print(website["name"])
    best = list(campaigns(website["id"], timeframe="last_30_days", sort="conversions"))[:3]
    for campaign in best:
        metrics = campaign["metrics"]
        print(f"  {campaign['name']}: {metrics['conversions']} of {metrics['views']} viewers converted")
