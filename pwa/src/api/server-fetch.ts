// Fetches from our server and learns its time from each response. Only our server sends `X-Server-Time`: the
// `Date` of a proxy or a captive portal may be wrong by years.
import { startTimeSample } from '../lib/time/clock'

export async function serverFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const learn = startTimeSample()
  const response = await fetch(input, init)
  learn(Number(response.headers.get('X-Server-Time') ?? NaN))
  return response
}
