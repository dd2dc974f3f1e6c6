/** A page of a platform that shows a report to the customer who is signed in there. */
import express from 'express';

const { DASHBOARD_URL, AUTHORIZATION_SERVER_URL, FUNNEL_TOKEN, WEBSITE = '11', PORT = '4000' } = process.env;
/** Who is signed in, and which website is theirs. A real product reads its session and its database. */
const websiteOf = (_req) => Number(WEBSITE);

const app = express();
app.get('/', (req, res) => {
  const policy = `default-src 'self'; script-src ${DASHBOARD_URL}; frame-src ${DASHBOARD_URL}; style-src 'unsafe-inline'`;
  res.set('Content-Security-Policy', policy).send(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Your shop</title>
<style>funnel-report { --funnel-accent: #8a2c6a; --funnel-font: Georgia, serif; }</style>
<h1>Your shop</h1>
<funnel-report website="${websiteOf(req)}" report="website" timeframe="last_90_days" token-url="/report-token"></funnel-report>
<script src="${DASHBOARD_URL}/embed.js" async></script>
</html>`);
});

// The page asks here, and again before the token ends. The platform decides who sees what.
app.post('/report-token', async (req, res) => {
  const answer = await fetch(`${AUTHORIZATION_SERVER_URL}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: 'funnel-tokens',
      subject_token: FUNNEL_TOKEN,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      website_id: String(websiteOf(req)),
    }),
  });
  const body = await answer.json();
  if (!answer.ok) console.error('no token for the report:', body.error, body.error_description);
  const { access_token: token, expires_in } = body;
  res
    .status(answer.ok ? 200 : 502)
    .set('Cache-Control', 'no-store')
    .json({ token, expires_in });
});

app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
