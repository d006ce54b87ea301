// Hook that downloads a file through a signed URL.
import { useState } from 'react'

import { addressOf } from '../remote'
import type { StoredFile } from '../rows/row'

const OFFLINE = 'Files can be fetched when you are online.'
const MISSING = 'The file is no longer there.'

export function useDownload(
  file: StoredFile,
  onFailed: (reason: string) => void,
): { download: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const startDownload = async () => {
    setBusy(true)
    const address = await addressOf(file.url)
    setBusy(false)
    if (address.is !== 'at') {
      onFailed(address.is === 'offline' ? OFFLINE : MISSING)
      return
    }
    const link = document.createElement('a')
    link.href = address.href
    link.download = file.name
    link.click()
  }
  return { download: () => void startDownload(), busy }
}
