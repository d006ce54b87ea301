// Saves a website and starts its scan; this call needs the network now.
import { api, NoAnswer } from '../../api/client'
import { NO_WEBSITE } from './website'

export const NOT_SAVED = 'Failed to save website information. Please try again.'
export const NOT_AUTHENTICATED = 'User not authenticated.'

/** `isFieldError` is true if the address itself is wrong. */
export type SaveResult =
  { is: 'saved'; runId: string } | { is: 'rejected'; message: string; isFieldError: boolean }

export async function saveWebsite(website: string, areas: string): Promise<SaveResult> {
  try {
    const body = { website_url: website, service_areas: areas.trim() === '' ? null : areas.trim() }
    const { data, response } = await api.POST('/rest/v1/onboarding', { body })
    if (data !== undefined) return { is: 'saved', runId: data.run.id }
    if (response.status === 401) return { is: 'rejected', message: NOT_AUTHENTICATED, isFieldError: false }
    return response.status === 422
      ? { is: 'rejected', message: NO_WEBSITE, isFieldError: true }
      : { is: 'rejected', message: NOT_SAVED, isFieldError: false }
  } catch (error) {
    const isSignedOut = error instanceof NoAnswer && error.why === 'signed-out'
    return { is: 'rejected', message: isSignedOut ? NOT_AUTHENTICATED : NOT_SAVED, isFieldError: false }
  }
}
