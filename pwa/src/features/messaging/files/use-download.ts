// Hook that downloads a file through a signed URL.
import { useState } from 'react'

import { addressOf } from '../remote'
import type { KeptFile } from '../thread/rows'

const OFFLINE = 'Files can be fetched when you are online.'
const GONE = 'The file is no longer there.'

export function useDownload(file: KeptFile, failed: (why: string) => void): { download: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    const found = await addressOf(file.url)
    setBusy(false)
    if (found.is !== 'at') {
      failed(found.is === 'offline' ? OFFLINE : GONE)
      return
    }
    const link = document.createElement('a')
    link.href = found.href
    link.download = file.name
    link.click()
  }
  return { download: () => void fetchIt(), busy }
}
