<?php

/** Sends events until they are recorded. Throws if the request itself is wrong. */
function sendEvents(array $events): array
{
    for ($pause = 0.5; ; $pause = min(60, $pause * 2)) {
        $retryAfter = 0;
        $request = curl_init(getenv('INTAKE_URL') . '/v1/events');
        curl_setopt_array($request, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => json_encode($events, JSON_THROW_ON_ERROR),
            CURLOPT_HTTPHEADER => [
                'Authorization: Bearer ' . getenv('INTAKE_TOKEN'),
                'Content-Type: application/json',
            ],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 60,
            CURLOPT_HEADERFUNCTION => function ($request, $line) use (&$retryAfter) {
                if (stripos($line, 'Retry-After:') === 0) $retryAfter = (int) trim(substr($line, 12));
                return strlen($line);
            },
        ]);
        $answer = curl_exec($request); // false: the connection broke
        $status = $answer === false ? 0 : curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if ($status === 200) return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
        if (!in_array($status, [0, 408, 429], true) && $status < 500) throw new RuntimeException($answer);
        usleep((int) (1e6 * max($retryAfter, $pause * mt_rand(500, 1000) / 1000)));
    }
}

function uuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}

echo json_encode(sendEvents([[
    'event_id' => uuid(),
    'type' => 'view',
    'website_id' => 10,
    'step_id' => 1000,
    'visitor_token' => uuid(),
    'occurred_at' => gmdate('Y-m-d\TH:i:s\Z'),
]])), "\n";
