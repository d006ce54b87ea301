// Requests for an admin's picture; they need the network at once.
import { NoAnswer, ownApi } from '../../../api/client'

export { startUpload } from '../../../api/files/upload'

/** Sets the picture to an uploaded file, or removes it with an empty address. False if that failed. */
export async function setPortrait(url: string): Promise<boolean> {
  try {
    const { data } = await ownApi.PUT('/rest/v1/portraits', { body: { url } })
    return data !== undefined
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}
