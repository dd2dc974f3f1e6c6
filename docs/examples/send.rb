require "json"
require "net/http"
require "securerandom"
require "time"

# Sends events until they are recorded. Raises if the request itself is wrong.
def send_events(events)
  uri = URI("#{ENV.fetch("INTAKE_URL")}/v1/events")
  headers = {
    "Authorization" => "Bearer #{ENV.fetch("INTAKE_TOKEN")}",
    "Content-Type" => "application/json",
  }
  body = JSON.generate(events)
  pause = 0.5
  loop do
    response =
      begin
        Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", read_timeout: 60, max_retries: 0) do |http|
          http.post(uri.path, body, headers)
        end
      rescue IOError, SystemCallError, Timeout::Error
        nil # The connection broke.
      end
    status = response&.code.to_i
    return JSON.parse(response.body) if status == 200
    raise response.body if ![0, 408, 429].include?(status) && status < 500
    sleep([response&.[]("Retry-After").to_f, pause * rand(0.5..1.0)].max)
    pause = [60, pause * 2].min
  end
end

event = {
  event_id: SecureRandom.uuid,
  type: "view",
  website_id: 10,
  step_id: 1000,
  visitor_token: SecureRandom.uuid,
  occurred_at: Time.now.utc.iso8601,
}
puts JSON.generate(send_events([event]))
