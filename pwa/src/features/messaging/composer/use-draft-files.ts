// Hook for the picked files of a conversation: add, drop, rejection reasons, and progress of large files.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

import type { FileRow } from '../../../db/rows/files'
import { isStoreFull } from '../../../db/open'
import { useLive, useStored, useSyncStatus } from '../../../live/live'
import { addFiles, draftFiles, dropDelivered, dropFile } from '../files/draft-files'
import { takeShare } from './share'
import { deleteOrphanPictures } from '../files/thumbnails'
import { cancelLarge, largeFiles, type LargeStates } from '../files/large-files'

export interface DraftFiles {
  files: readonly FileRow[]
  large: LargeStates
  /** Why some of the last picked files were rejected. */
  problems: readonly string[]
  isOnline: boolean
  add: (picked: Iterable<File>) => void
  drop: (id: string) => void
  /** Moves the content that another app has shared into this conversation, and returns its text. */
  takeShare: () => Promise<string>
}

const NONE: readonly FileRow[] = []
/** Delays the cleanup until the conversation has opened. */
const TIDY_AFTER_MS = 3_000
const NOT_STORED = 'This browser could not keep the file. Please try again.'
const STORAGE_FULL =
  'The file was not kept: the storage of this device is full. Free some space and try again.'

export function useDraftFiles(clientId: string): DraftFiles {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const isOnline = link.is === 'live' || link.is === 'catching-up'
  const files = useStored((stored) => draftFiles(stored, clientId), [clientId]) ?? NONE
  const large = useSyncExternalStore(largeFiles.subscribe, largeFiles.get)
  const [problems, setProblems] = useState<readonly string[]>([])
  useEffect(() => {
    // Ignore a failure: the next mount tries again.
    void dropDelivered(replica).catch(() => undefined)
    const tidy = setTimeout(() => void deleteOrphanPictures(replica).catch(() => undefined), TIDY_AFTER_MS)
    return () => clearTimeout(tidy)
  }, [replica])
  const add = useCallback(
    (picked: Iterable<File>) => {
      setProblems([])
      addFiles(replica, clientId, [...picked], isOnline).then(setProblems, (error: unknown) =>
        setProblems([isStoreFull(error) ? STORAGE_FULL : NOT_STORED]),
      )
    },
    [replica, clientId, isOnline],
  )
  const drop = useCallback(
    (id: string) => {
      setProblems([])
      void (largeFiles.get()[id] !== undefined ? cancelLarge(replica, id) : dropFile(replica, id)).catch(() =>
        setProblems([NOT_STORED]),
      )
    },
    [replica],
  )
  const takeIntoDraft = useCallback(async () => {
    const { text, reasons } = await takeShare(replica, clientId, isOnline)
    if (reasons.length > 0) setProblems(reasons)
    return text
  }, [replica, clientId, isOnline])
  return { files, large, problems, isOnline, add, drop, takeShare: takeIntoDraft }
}
