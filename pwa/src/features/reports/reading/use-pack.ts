// Exports a report as one file, with its video if that is small and available.
import { useState } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { PRODUCT_NAME } from '../../../lib/product'
import { useLive } from '../../../live/live'
import { MAX_STORED_BYTES, storedVideo } from '../videos/stored-videos'
import { packOf, savePack } from './pack'
import { bytesOf } from '../remote'
import { videoTypeOf } from '../videos/rules'

export function usePack(report: ReportRow, poster: string): { save: () => void; isBusy: boolean } {
  const { replica } = useLive()
  const [isBusy, setBusy] = useState(false)
  const videoFor = async (): Promise<string> => {
    const { video_url: url, video_name } = report.content
    if (report.video_kind !== 'upload' || url === null || (report.video_size ?? Infinity) > MAX_STORED_BYTES)
      return ''
    const bytes = (await storedVideo(replica, url)) ?? (await bytesOf(url))
    return bytes === null ? '' : asDataUrl(new Blob([bytes], { type: videoTypeOf(video_name ?? '') }))
  }
  const save = async () => {
    setBusy(true)
    const [client, video] = await Promise.all([replica.clients.get(report.client_id), videoFor()])
    savePack(packOf({ report, company: client?.company_name ?? '', product: PRODUCT_NAME, poster, video }))
    setBusy(false)
  }
  return { save: () => void save(), isBusy }
}

/** Returns the blob as a `data:` URL. */
function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('the video cannot be read'))
    reader.readAsDataURL(blob)
  })
}
