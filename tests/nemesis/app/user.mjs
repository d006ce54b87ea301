// The user of an app, with each text that they wrote and whether they still want it.
const LARGE = 25 * 1024 * 1024 + 1
const FULL = 20
/** Error codes that reject an edit or a take-back for a reason outside the client's control. */
const SAID_NO = new Set(['already_read', 'taken_back'])

export class Person {
  /** By text: `is` ('wanted', 'unwanted', 'unsure'), time of the oracle's check, whether it has a large file. */
  texts = new Map()
  /** Breaches that this user saw, as sentences. */
  wrong = []
  done = {}
  #written = 0
  #bytes = null

  constructor(number, canary, random) {
    this.number = number
    this.canary = canary
    this.random = random
  }

  opened(device) {
    this.device = device
    this.sync = device.sync
    this.replica = device.replica
    this.parts = device.life.parts
  }

  log() {
    return { texts: [...this.texts].map(([text, { is, large }]) => ({ text, is, large })), wrong: this.wrong, done: this.done, counts: this.device.counts }
  }

  /** Marks all texts as confirmed by the oracle. */
  confirm(at) {
    for (const known of this.texts.values()) known.confirmedAt ??= at
  }

  /** The database is restored to its state at `moment`, so later writes and take-backs may be lost. */
  async forget(moment) {
    const waits = new Set((await this.#outbox()).map(({ kind, body }) => `${kind} ${body.content}`))
    const kept = new Set((await this.replica.files.toArray()).map(({ text }) => text))
    for (const [text, known] of this.texts) {
      const kind = known.is === 'wanted' ? 'messages.send' : 'messages.take_back'
      if (known.confirmedAt <= moment || waits.has(`${kind} ${text}`) || kept.has(text)) continue
      known.is = 'unsure'
    }
  }

  #outbox() {
    return this.replica.outbox.toArray()
  }

  /** One random action, rarely none. It may end in the middle when the app is killed. */
  async act() {
    const waiting = await this.#outbox()
    await this.#answerRefusals(waiting)
    await this.#goOnWithFiles()
    await this.#look()
    // The open conversation does the same.
    if ((await this.replica.held.get(this.device.client)) === undefined) await this.sync.holdThread(this.device.client)
    const deed = this.random()
    const messages = waiting.filter(({ kind }) => kind === 'messages.send')
    if (deed < 0.02) this.device.setClock()
    else if (deed < 0.12) await this.#read()
    else if (deed < 0.19) await this.#undo()
    else if (deed < 0.25 && messages.length > 0) await this.#discard(this.#any(messages))
    else if (deed < 0.31 && messages.length > 0) await this.#edit(this.#any(messages))
    else if (deed < 0.32) await this.#sendFile()
    else if (waiting.length < FULL) await this.send()
  }

  /** Handles errors and continues uploads until nothing is queued. */
  async finish() {
    await this.#answerRefusals(await this.#outbox())
    await this.#goOnWithFiles()
    await this.#look()
  }

  #any(things) {
    return things[Math.floor(this.random() * things.length)]
  }

  #count(what) {
    this.done[what] = (this.done[what] ?? 0) + 1
  }

  /** Marks a text as 'unsure' while `does` runs, then with its result, or with `then` if it has none. */
  async #changing(text, then, does) {
    const known = this.texts.get(text) ?? {}
    this.texts.set(text, { ...known, is: 'unsure', confirmedAt: undefined })
    const is = (await does()) ?? then
    this.texts.get(text).is = is
  }

  #words() {
    this.#written += 1
    return `${this.number}.${this.#written} ${this.canary} ${'word '.repeat(this.#any([1, 5, 40])).trim()}`
  }

  async send() {
    const [content, id] = [this.#words(), this.parts.uuid7()]
    this.#count('messages')
    await this.#changing(content, 'wanted', () => this.sync.enqueue({ kind: 'messages.send', body: { id, client_id: this.device.client, content } }))
  }

  async #read() {
    const thread = await this.replica.threads.get(this.device.client)
    if (!thread?.last_message_id) return
    this.#count('read markers')
    await this.sync.enqueue({ kind: 'threads.read', body: { id: this.device.client, read_to: thread.last_message_id } })
  }

  /** Takes back a recent message, stored or still queued. */
  async #undo() {
    const rows = await this.replica.messages.orderBy('[client_id+created_at+id]').reverse().limit(30).toArray()
    const waiting = (await this.#outbox()).filter(({ kind }) => kind === 'messages.send').map(({ body }) => body)
    const own = [...rows, ...waiting].filter(({ content }) => this.texts.get(content)?.is === 'wanted' && !this.texts.get(content).large)
    if (own.length === 0) return
    const { id, client_id, content } = this.#any(own)
    this.#count('undone')
    await this.#changing(content, 'unwanted', () => this.sync.takeBack({ id, client_id, content }))
  }

  async #discard(entry) {
    const { content } = entry.body
    if (this.texts.get(content)?.is !== 'wanted' || this.texts.get(content).large) return
    this.#count('discarded')
    // The message may have arrived just before; then there is nothing to discard.
    await this.#changing(content, 'unwanted', async () => {
      await this.sync.discard(entry.id)
      return (await this.replica.messages.get(entry.id)) ? 'unsure' : undefined
    })
  }

  async #edit(entry) {
    const before = entry.body.content
    const known = this.texts.get(before)
    if (known?.is !== 'wanted' || known.large || !this.parts.canEdit(entry)) return
    const content = `${before.split(' ', 1)[0]} edited-${(this.done.edited ?? 0) + 1} ${this.canary} again`
    this.#count('edited')
    await this.#changing(content, 'wanted', async () => {
      let is
      await this.#changing(before, 'unwanted', async () => {
        await this.sync.edit(entry.id, content)
        const [waiting, arrived] = [await this.#outbox(), await this.replica.messages.toArray()]
        const isWritten = [...waiting.map(({ body }) => body), ...arrived].some((one) => one.content === content)
        // The message may have arrived just before; then it stays unchanged and the edit does nothing.
        is = isWritten ? 'wanted' : 'unsure'
        return isWritten ? 'unwanted' : 'unsure'
      })
      return is
    })
  }

  /** Discards rejected entries, which stay in the outbox until the user has seen them. */
  async #answerRefusals(waiting) {
    for (const entry of waiting.filter(({ state }) => state === 'refused')) {
      this.#count(`refused ${entry.kind}: ${entry.error?.code}`)
      const known = this.texts.get(entry.body.content)
      if (known) Object.assign(known, { is: 'unsure', confirmedAt: undefined })
      if (SAID_NO.has(entry.error?.code)) for (const [text, one] of this.texts) if (text.startsWith(`${String(entry.body.content).split(' ', 1)[0]} `)) one.is = 'unsure'
      await this.sync.discard(entry.id)
    }
  }

  // Files over 25 MB: the app has them only until it ends; then the user must choose them again.

  #file() {
    this.#bytes ??= new Uint8Array(LARGE).fill(1)
    this.#bytes.set([0x50, 0x4b, 0x03, 0x04])
    return new File([this.#bytes], 'plan.zip', { type: 'application/zip', lastModified: 7 })
  }

  async #sendFile() {
    const { client } = this.device
    if ((await this.replica.files.count()) > 0) return
    const [problem] = await this.parts.addFiles(this.replica, client, [this.#file()], true)
    if (problem !== undefined) throw new Error(problem)
    const [row] = await this.parts.draftFiles(this.replica, client)
    const content = `${this.number}${String(this.#written += 1).padStart(6, '0')}.1 ${this.canary} with a file`
    this.#count('large files')
    this.texts.set(content, { is: 'unsure', large: true })
    await this.parts.sendAll(this.replica, this.sync, { clientId: client, text: content, card: null, files: [row] })
    // The composer is empty, so the app has stored the text.
    this.texts.get(content).is = 'wanted'
  }

  async #goOnWithFiles() {
    const { client } = this.device
    await this.parts.dropDelivered(this.replica)
    const waiting = new Set((await this.parts.uploadsOf(this.replica, client)).map(({ id }) => id))
    for (const row of await this.replica.files.where('client_id').equals(client).toArray()) {
      const state = this.parts.largeFiles.get()[row.id]
      if (state?.is === 'going') continue
      if (!waiting.has(row.id)) {
        this.#count('files without words')
        await this.replica.files.delete(row.id)
        continue
      }
      this.#count('files chosen again')
      const problem = await this.parts.resumeWithFile(this.replica, this.sync, row, this.#file())
      if (problem !== null) throw new Error(problem)
    }
  }

  /** The texts on the screen: stored messages, queued messages, and messages with large files. */
  #shown() {
    const { messages, outbox, files } = this.replica
    return this.replica.transaction('r', [messages, outbox, files], async () => [
      ...(await messages.toArray()).map(({ content }) => content),
      ...(await outbox.toArray()).filter(({ kind }) => kind === 'messages.send').map(({ body }) => body.content),
      ...(await this.parts.uploadsOf(this.replica, this.device.client)).map(({ body }) => body.content),
    ])
  }

  /** Checks that no text is on the screen twice. */
  async #look() {
    const seen = new Set()
    for (const text of (await this.#shown()).filter(Boolean)) {
      if (seen.has(text)) this.wrong.push(`9: device ${this.number} shows ${JSON.stringify(text)} twice`)
      seen.add(text)
    }
  }
}
