// Fetches from our server and learns the server's time from each response. Reads `X-Server-Time`, which only
// our server sends, because the `Date` of a proxy or a captive portal may be wrong by years.
import { startTimeSample } from '../lib/time/clock'

export async function serverFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const learn = startTimeSample()
  const response = await fetch(input, init)
  learn(Number(response.headers.get('X-Server-Time') ?? NaN))
  return response
}
