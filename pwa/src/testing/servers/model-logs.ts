// The logs of the model server: changes per stream, their positions, and whether a cursor can resume.
import type { Change, Cursor, LogPosition, StreamMode } from '../../sync/protocol/protocol'

export class ModelLogs {
  epoch = 'k1'
  readonly logs = new Map<string, Change[]>()
  /** The number of changes pruned from the start of each log (LG8). */
  readonly pruned = new Map<string, number>()
  /** The number of restored copies. Changes after a restore have other ids. */
  restored = 0
  readonly versions = new Map<string, number>()
  private readonly restoreCounts = new WeakMap<Change, number>()

  /** The next version of a row. */
  protected nextVersion(key: string): number {
    const v = (this.versions.get(key) ?? 0) + 1
    this.versions.set(key, v)
    return v
  }

  log(s: string): Change[] {
    const log = this.logs.get(s) ?? []
    this.logs.set(s, log)
    return log
  }

  protected push(streams: string[], change: Change): void {
    this.restoreCounts.set(change, this.restored)
    for (const s of streams) this.log(s).push(change)
  }

  /** Returns the id of change number `c`. */
  protected at(s: string, c: number): string {
    const change = this.log(s)[c - 1]
    const restoreCount = change && this.restoreCounts.get(change)
    return c === 0 ? '' : `at-${c}${restoreCount ? `-${restoreCount}` : ''}`
  }

  protected position(s: string): Cursor {
    const c = this.log(s).length
    return { s, e: this.epoch, c, at: this.at(s, c) }
  }

  protected fits(s: string, e: string, { c, at }: LogPosition): boolean {
    const pruned = this.pruned.get(s) ?? 0
    return (
      e === this.epoch && c <= this.log(s).length && c >= pruned && (c === pruned || at === this.at(s, c))
    )
  }

  /** Resume decision: CU1 to CU5, as far as tests need them. */
  protected decide(s: string, offer: Cursor | undefined): StreamMode {
    const head = this.log(s).length
    const pruned = this.pruned.get(s) ?? 0
    const position = { s, e: this.epoch, head, tail: pruned + 1 }
    if (!offer) return { ...position, mode: 'bootstrap' }
    const fits = [offer, offer.seen ?? offer].every((one) => this.fits(s, offer.e, one))
    return { ...position, mode: fits ? 'resume' : 'reset' }
  }
}
