// Fetches from our server and learns its time from the `Date` header of each response.
import { startTimeSample } from '../lib/time/clock'

export async function serverFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const learn = startTimeSample()
  const response = await fetch(input, init)
  const date = response.headers.get('Date')
  if (date !== null) learn(Date.parse(date))
  return response
}
