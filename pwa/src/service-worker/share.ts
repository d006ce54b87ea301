// Receives content that another app shares with this one, and stores it in the replica of the signed-in user only.
import { Dexie } from 'dexie'

import { storedSession } from '../api/auth/session-store'
import { atomically } from '../db/open'
import { type FileRow, SHARE } from '../db/rows/files'
import { Replica, replicaName } from '../db/schema'
import { uuid7 } from '../lib/ids/uuid7'
import { nameOf, rejectionReason, waitingBytes } from '../synced/messaging/file-limits'

/** `action` of the manifest's `share_target`. */
export const SHARE_PATH = '/dashboard/share'
const MESSAGING = '/dashboard/messaging'
/** The maximum length in characters, twice the maximum of a message. */
const MAX_TEXT = 40_000

/**
 * Stores the shared content and responds with a redirect to the conversation, where the composer puts it into
 * the draft. Stores nothing if no user is signed in, because the next user of this device may be another one.
 */
export async function receiveShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const userId = (await storedSession())?.user.id
    if (userId === undefined) return redirect('/auth?share=dropped')
    // Do not create a missing replica here, because this user may be signing out just now.
    if (!(await Dexie.exists(replicaName(userId)))) return redirect(`${MESSAGING}?share=failed`)
    await store(userId, form)
    return redirect(MESSAGING)
  } catch {
    return redirect(`${MESSAGING}?share=failed`)
  }
}

async function store(userId: string, form: FormData): Promise<void> {
  const replica = new Replica(userId)
  try {
    const files = form.getAll('files').filter((one): one is File => one instanceof File)
    const text = textOf(form)
    let waiting = waitingBytes(await replica.files.toArray())
    const rows: { row: FileRow; bytes: ArrayBuffer | null }[] = []
    for (const file of files) {
      const isRejected = rejectionReason(file, { isOnline: true, waiting }) !== null
      // The composer reports why a file is rejected, so its row is stored without its bytes.
      rows.push({ row: rowOf(file), bytes: isRejected ? null : await file.arrayBuffer() })
      waiting += file.size
    }
    await atomically(replica, [replica.files, replica.file_bytes, replica.drafts], async () => {
      await replica.files.bulkAdd(rows.map(({ row }) => row))
      for (const { row, bytes } of rows) {
        if (bytes !== null) await replica.file_bytes.add({ id: row.id, bytes })
      }
      const before = (await replica.drafts.get(SHARE))?.text
      if (text !== '') await replica.drafts.put({ id: SHARE, text: joined([before, text]) })
    })
  } finally {
    replica.close()
  }
}

function rowOf(file: File): FileRow {
  const { type, size, lastModified: modified } = file
  const name = nameOf(file)
  return { id: uuid7(), client_id: SHARE, name, type, size, modified, sent: 0, text: null, queued: false }
}

/** Title, text and URL, without repetitions, because many apps repeat the URL at the end of the text. */
function textOf(form: FormData): string {
  const [title, text, url] = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  })
  const isIn = (part = '', whole = '') => whole.includes(part)
  const parts = [isIn(title, text) ? '' : title, text, isIn(url, text) ? '' : url]
  return joined(parts).slice(0, MAX_TEXT)
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}

/** Responds with 303, so that the browser opens the page with GET. */
function redirect(to: string): Response {
  return new Response(null, { status: 303, headers: { Location: to } })
}
