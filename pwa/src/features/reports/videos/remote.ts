// Requests that only admins need: sending videos. Readers of reports do not load this code.
import { api } from '../../../api/client'
import { RETRY_PAUSES } from '../../../api/files/retry-pauses'
import { startUpload, type RunningUpload, type Uploaded } from '../../../api/files/upload'
import { startHostedUpload } from '../../../api/files/video-host'
import { answerOf } from '../remote'
import type { Place } from './rules'

export type { RunningUpload } from '../../../api/files/upload'

type UploadOptions = { isResumed: boolean; onProgress: (sent: number) => void }

/**
 * Sends a video under an id that stays the same when the upload resumes. Uses our storage if there is no
 * video host.
 */
export function sendVideo(place: Place, file: File, id: string, options: UploadOptions): RunningUpload {
  const toStorage = () =>
    startUpload(
      { id, bucket: 'report-videos', name: file.name, type: file.type, content: file },
      { ...options, pauses: RETRY_PAUSES },
    )
  return place === 'storage' ? toStorage() : sendSigned(file, id, options, toStorage)
}

function sendSigned(
  file: File,
  id: string,
  { onProgress }: UploadOptions,
  toStorage: () => RunningUpload,
): RunningUpload {
  let going: RunningUpload | null = null
  let isOver = false
  const run = async (): Promise<Uploaded> => {
    const answer = await answerOf(api.POST('/functions/v1/sign-video-upload', { body: { id } }))
    if (isOver) return { is: 'cancelled' }
    if (answer.is === 'signed-out') return { is: 'unauthorized' }
    if (answer.is === 'no-answer') return { is: 'later', why: 'network', after: 0 }
    if (answer.is === 'rejected') return answer
    const { address, fields } = answer.data
    going =
      address === null
        ? toStorage()
        : startHostedUpload(file, id, { address, fields }, { onProgress, pauses: RETRY_PAUSES })
    return going.done
  }
  return {
    done: run(),
    cancel() {
      isOver = true
      going?.cancel()
    },
  }
}
