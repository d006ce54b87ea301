// Fetches from our server and learns its time from the `Date` header of each response.
import { askTime } from '../lib/clock'

export async function askServer(asked: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const learn = askTime()
  const response = await fetch(asked, init)
  const date = response.headers.get('Date')
  if (date !== null) learn(Date.parse(date))
  return response
}
