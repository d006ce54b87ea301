// Loads the pictures of the team once per page load, as soon as there is a connection.
import { useEffect } from 'react'

import { NoAnswer, ownApi } from '../../api/client'
import { bytesOf } from '../../api/files/signed-url'
import { useSyncStatus } from '../../live/live'
import { setFaces } from '../../ui/face'

export default function Faces(): null {
  const isLive = useSyncStatus().link.is === 'live'
  useEffect(() => {
    if (isLive) void loadFaces()
  }, [isLive])
  return null
}

let isLoaded = false

/** If there is no response, the next connection retries. */
async function loadFaces(): Promise<void> {
  if (isLoaded) return
  isLoaded = true
  try {
    const { data } = await ownApi.GET('/rest/v1/portraits')
    const rows = data?.rows ?? []
    const pictures = await Promise.all(rows.map(({ url }) => bytesOf(url)))
    const shown = rows.flatMap(({ name }, at) => {
      const bytes = pictures[at]
      // Show no picture for a name that two people have, because it could be the wrong picture.
      const isUnique = rows.filter((row) => row.name === name).length === 1
      return bytes && isUnique ? [[name, URL.createObjectURL(new Blob([bytes]))] as const] : []
    })
    setFaces(Object.fromEntries(shown))
    isLoaded = data !== undefined
  } catch (error) {
    isLoaded = false
    if (!(error instanceof NoAnswer)) throw error
  }
}
