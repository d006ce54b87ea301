// The user of an app: each text that the user wrote, and whether the server must have it.
const LARGE_FILE_BYTES = 25 * 1024 * 1024 + 1
const MAX_WAITING = 20
/** Error codes that reject an edit or a take-back for a reason outside the client's control. */
const FINAL_REJECTIONS = new Set(['already_read', 'taken_back'])

export class User {
  /** By text: `expected` ('stored', 'taken-back', 'unknown'), `confirmedAt` (ms, when the oracle checked), `isLarge`. */
  texts = new Map()
  /** Breaches that this user saw, as sentences. */
  breaches = []
  /** The number of the user's operations by name. */
  operations = {}
  #written = 0
  #bytes = null

  constructor(number, canary, random) {
    this.number = number
    this.canary = canary
    this.random = random
  }

  /** Uses the new run of the device's app. */
  attach(device) {
    this.device = device
    this.sync = device.sync
    this.replica = device.replica
    this.bundle = device.run.bundle
  }

  results() {
    const texts = [...this.texts].map(([text, { expected, isLarge }]) => ({ text, expected, is_large: isLarge }))
    return { texts, breaches: this.breaches, operations: this.operations }
  }

  /** Marks all texts as confirmed by the oracle. */
  confirm(at) {
    for (const state of this.texts.values()) state.confirmedAt ??= at
  }

  /** The database is restored to its state at `since`, so later writes and take-backs may be lost. */
  async forget(since) {
    const waiting = new Set((await this.#outbox()).map(({ kind, body }) => `${kind} ${body.content}`))
    const withFiles = new Set((await this.replica.files.toArray()).map(({ text }) => text))
    for (const [text, state] of this.texts) {
      const kind = state.expected === 'stored' ? 'messages.send' : 'messages.take_back'
      if (state.confirmedAt <= since || waiting.has(`${kind} ${text}`) || withFiles.has(text)) continue
      state.expected = 'unknown'
    }
  }

  #outbox() {
    return this.replica.outbox.toArray()
  }

  /** One random action, rarely none. It may end in the middle when the app is killed. */
  async act() {
    const waiting = await this.#outbox()
    await this.#discardRejected(waiting)
    await this.#resumeFiles()
    await this.#checkScreen()
    // An open conversation makes its device hold the thread, too.
    if ((await this.replica.held.get(this.device.clientId)) === undefined) await this.sync.holdThread(this.device.clientId)
    const chance = this.random()
    const messages = waiting.filter(({ kind }) => kind === 'messages.send')
    if (chance < 0.02) this.device.setClock()
    else if (chance < 0.12) await this.#read()
    else if (chance < 0.19) await this.#undo()
    else if (chance < 0.25 && messages.length > 0) await this.#discard(this.#anyOf(messages))
    else if (chance < 0.31 && messages.length > 0) await this.#edit(this.#anyOf(messages))
    else if (chance < 0.32) await this.#sendFile()
    else if (waiting.length < MAX_WAITING) await this.send()
  }

  /** Handles errors and continues uploads; the harness repeats this until nothing is queued. */
  async finish() {
    await this.#discardRejected(await this.#outbox())
    await this.#resumeFiles()
    await this.#checkScreen()
  }

  #anyOf(items) {
    return items[Math.floor(this.random() * items.length)]
  }

  #count(operation) {
    this.operations[operation] = (this.operations[operation] ?? 0) + 1
  }

  /** Expects 'unknown' of a text during `action`, and then the result of `action`, or `expected` if it has no result. */
  async #expect(text, expected, action) {
    const state = this.texts.get(text) ?? {}
    this.texts.set(text, { ...state, expected: 'unknown', confirmedAt: undefined })
    const result = (await action()) ?? expected
    this.texts.get(text).expected = result
  }

  #newText() {
    this.#written += 1
    return `${this.number}.${this.#written} ${this.canary} ${'word '.repeat(this.#anyOf([1, 5, 40])).trim()}`
  }

  async send() {
    const [content, id] = [this.#newText(), this.bundle.uuid7()]
    this.#count('messages')
    await this.#expect(content, 'stored', () => this.sync.enqueue({ kind: 'messages.send', body: { id, client_id: this.device.clientId, content } }))
  }

  async #read() {
    const thread = await this.replica.threads.get(this.device.clientId)
    if (!thread?.last_message_id) return
    this.#count('read markers')
    await this.sync.enqueue({ kind: 'threads.read', body: { id: this.device.clientId, read_to: thread.last_message_id } })
  }

  /** Takes back a recent message, stored or still queued. */
  async #undo() {
    const rows = await this.replica.messages.orderBy('[client_id+created_at+id]').reverse().limit(30).toArray()
    const waiting = (await this.#outbox()).filter(({ kind }) => kind === 'messages.send').map(({ body }) => body)
    const own = [...rows, ...waiting].filter(({ content }) => this.texts.get(content)?.expected === 'stored' && !this.texts.get(content).isLarge)
    if (own.length === 0) return
    const { id, client_id, content } = this.#anyOf(own)
    this.#count('undone')
    await this.#expect(content, 'taken-back', () => this.sync.takeBack({ kind: 'messages.take_back', body: { id, client_id, content } }))
  }

  async #discard(entry) {
    const { content } = entry.body
    if (this.texts.get(content)?.expected !== 'stored' || this.texts.get(content).isLarge) return
    this.#count('discarded')
    // The message may have arrived just before; then there is nothing to discard.
    await this.#expect(content, 'taken-back', async () => {
      await this.sync.discard(entry.id)
      return (await this.replica.messages.get(entry.id)) ? 'unknown' : undefined
    })
  }

  async #edit(entry) {
    const before = entry.body.content
    const state = this.texts.get(before)
    if (state?.expected !== 'stored' || state.isLarge || !this.bundle.canEdit(entry)) return
    const content = `${before.split(' ', 1)[0]} edited-${(this.operations.edited ?? 0) + 1} ${this.canary} again`
    this.#count('edited')
    await this.#expect(content, 'stored', async () => {
      let isWritten
      await this.#expect(before, 'taken-back', async () => {
        await this.sync.edit(entry.id, content)
        const [waiting, arrived] = [await this.#outbox(), await this.replica.messages.toArray()]
        isWritten = [...waiting.map(({ body }) => body), ...arrived].some((one) => one.content === content)
        // The message may have arrived just before; then it stays unchanged and the edit does nothing.
        return isWritten ? 'taken-back' : 'unknown'
      })
      return isWritten ? 'stored' : 'unknown'
    })
  }

  /** Discards rejected entries, which stay in the outbox until the user has seen them. */
  async #discardRejected(waiting) {
    for (const entry of waiting.filter(({ state }) => state === 'refused')) {
      this.#count(`rejected ${entry.kind}: ${entry.error?.code}`)
      const rejected = this.texts.get(entry.body.content)
      if (rejected) Object.assign(rejected, { expected: 'unknown', confirmedAt: undefined })
      if (FINAL_REJECTIONS.has(entry.error?.code)) {
        const number = String(entry.body.content).split(' ', 1)[0]
        for (const [text, state] of this.texts) if (text.startsWith(`${number} `)) state.expected = 'unknown'
      }
      await this.sync.discard(entry.id)
    }
  }

  // Files over 25 MB. The app keeps them only until it ends; then the user must choose them again.

  #file() {
    this.#bytes ??= new Uint8Array(LARGE_FILE_BYTES).fill(1)
    this.#bytes.set([0x50, 0x4b, 0x03, 0x04])
    return new File([this.#bytes], 'plan.zip', { type: 'application/zip', lastModified: 7 })
  }

  async #sendFile() {
    const { clientId } = this.device
    if ((await this.replica.files.count()) > 0) return
    const [problem] = await this.bundle.addFiles(this.replica, clientId, [this.#file()], true)
    if (problem !== undefined) throw new Error(problem)
    const [row] = await this.bundle.draftFiles(this.replica, clientId)
    const content = `${this.number}${String(this.#written += 1).padStart(6, '0')}.1 ${this.canary} with a file`
    this.#count('large files')
    this.texts.set(content, { expected: 'unknown', isLarge: true })
    await this.bundle.sendAll(this.replica, this.sync, { clientId, text: content, card: null, files: [row] })
    // The composer is empty, so the app has stored the text.
    this.texts.get(content).expected = 'stored'
  }

  async #resumeFiles() {
    const { clientId } = this.device
    await this.bundle.dropDelivered(this.replica)
    const waiting = new Set((await this.bundle.uploadsOf(this.replica, clientId)).map(({ id }) => id))
    for (const row of await this.replica.files.where('client_id').equals(clientId).toArray()) {
      const state = this.bundle.largeFiles.get()[row.id]
      if (state?.is === 'going') continue
      if (!waiting.has(row.id)) {
        this.#count('files without a message')
        await this.replica.files.delete(row.id)
        continue
      }
      this.#count('files chosen again')
      const problem = await this.bundle.resumeWithFile(this.replica, this.sync, row, this.#file())
      if (problem !== null) throw new Error(problem)
    }
  }

  /** The texts on the screen: stored messages, queued messages, and messages with large files. */
  #textsOnScreen() {
    const { messages, outbox, files } = this.replica
    return this.replica.transaction('r', [messages, outbox, files], async () => [
      ...(await messages.toArray()).map(({ content }) => content),
      ...(await outbox.toArray()).filter(({ kind }) => kind === 'messages.send').map(({ body }) => body.content),
      ...(await this.bundle.uploadsOf(this.replica, this.device.clientId)).map(({ body }) => body.content),
    ])
  }

  /** Checks that no text is on the screen twice. */
  async #checkScreen() {
    const seen = new Set()
    for (const text of (await this.#textsOnScreen()).filter(Boolean)) {
      if (seen.has(text)) this.breaches.push(`9: device ${this.number} shows ${JSON.stringify(text)} twice`)
      seen.add(text)
    }
  }
}
