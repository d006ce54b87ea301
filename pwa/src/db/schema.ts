// The replica: one database per user, with the user's rows, cursors and unsent work.
import {
  Dexie,
  type DexieOptions,
  type EntityTable,
  type PromiseExtended,
  type Table,
  type Transaction,
} from 'dexie'

import type {
  AssignmentRow,
  BotSubscriptionRow,
  ChatbotRow,
  ChatMessageRow,
  EmbedRow,
  ListingRow,
  SavedQuestionRow,
  SheetRow,
  TrainingRow,
} from './rows/bots'
import type { FileBytesRow, FileRow } from './rows/files'
import type { ConnectionRow, SnapshotRow } from './rows/analytics'
import type { NoticeRow, PushDeviceRow, PreferencesRow } from './rows/notices'
import type { AttentionRow, ResolutionRow } from './rows/admin'
import type { ProvisionalRow } from './rows/provisional'
import type { ClientVideoRow, PosterRow, ReportRow } from './rows/reports'
import type { SubscriptionRow, UserSubscriptionRow } from './rows/billing'
import type { AdminRow, ClientRow } from './rows/clients'
import type { MessageRow, ThreadRow } from './rows/messages'
import type { DraftRow, OutboxEntry } from './rows/outbox'
import type { ScanRunRow, ScanTaskRow, ScoreRow } from './rows/performance'
import type { HeldRow, MetaRow, StreamRow, TombstoneRow } from './rows/replica'

export function replicaName(userId: string): string {
  return `portal-u${userId}`
}

/**
 * The tables that this device fills itself, so they are always complete. The other tables hold the server's
 * rows.
 */
export type DeviceTables = Pick<
  Replica,
  'streams' | 'meta' | 'held' | 'outbox' | 'drafts' | 'files' | 'file_bytes'
>

/** Raise it with each change of `TABLES`. Only add tables and indexes: devices hold every earlier version. */
const VERSION = 11
/** The index of the tables that hold rows from the log. */
const ROWS = '&id,*_s'
const ROWS_OF_CLIENT = '&id,client_id,*_s'
/**
 * The tables of all versions at once. Dexie adds those that a device lacks, and needs no earlier version for that;
 * each declared version would cost every start 5 ms on a slow phone.
 */
const TABLES = {
  streams: '&s',
  meta: '&k',
  clients: '&id,company_name,created_at,*_s',
  admins: ROWS,
  threads: '&id,last_message_at,*_s',
  messages: '&id,[client_id+created_at+id],*_s',
  held: '&client_id,opened_at',
  tombstones: '&[s+tbl+id],at',
  outbox: '&id,lane,[lane+n],[kind+state]',
  drafts: '&id',
  stripe_user_subscriptions: ROWS,
  stripe_subscriptions: ROWS,
  performance_scores: ROWS_OF_CLIENT,
  scan_runs: ROWS_OF_CLIENT,
  scan_tasks: ROWS_OF_CLIENT,
  connections: ROWS_OF_CLIENT,
  ga_snapshots: ROWS_OF_CLIENT,
  chatbots: ROWS,
  bots: ROWS,
  training_data: ROWS,
  user_chatbots: ROWS,
  subscriptions: ROWS,
  saved_questions: ROWS,
  chatbot_embeds: ROWS,
  chat_histories: ROWS,
  chat_messages: '&id,[conversation_id+created_at+id],created_at,*_s',
  client_attention: ROWS,
  reports: ROWS_OF_CLIENT,
  client_videos: ROWS_OF_CLIENT,
  report_posters: '&id,owner_id,*_s',
  push_devices: ROWS,
  notice_wishes: ROWS,
  notices: '&id,told_at,*_s',
  files: '&id,client_id',
  file_bytes: '&id',
  provisional: '&[s+tbl+id],round',
  thread_resolutions: ROWS,
}

/**
 * CL12: the cursors of an upgraded device are already past the rows of the new tables, so every stream is loaded
 * again. Stored rows stay readable until then.
 */
const forgetEpochs = (transaction: Transaction) =>
  transaction.table<StreamRow>('streams').toCollection().modify({ e: '' })

export class Replica extends Dexie {
  // Dexie creates the tables; `declare` only adds types and costs nothing at startup.
  declare streams: EntityTable<StreamRow, 's'>
  declare meta: EntityTable<MetaRow, 'k'>
  declare clients: EntityTable<ClientRow, 'id'>
  declare admins: EntityTable<AdminRow, 'id'>
  declare client_attention: EntityTable<AttentionRow, 'id'>
  declare threads: EntityTable<ThreadRow, 'id'>
  declare thread_resolutions: EntityTable<ResolutionRow, 'id'>
  declare messages: EntityTable<MessageRow, 'id'>
  declare stripe_user_subscriptions: EntityTable<UserSubscriptionRow, 'id'>
  declare stripe_subscriptions: EntityTable<SubscriptionRow, 'id'>
  declare performance_scores: EntityTable<ScoreRow, 'id'>
  declare scan_runs: EntityTable<ScanRunRow, 'id'>
  declare scan_tasks: EntityTable<ScanTaskRow, 'id'>
  declare connections: EntityTable<ConnectionRow, 'id'>
  declare ga_snapshots: EntityTable<SnapshotRow, 'id'>
  declare chatbots: EntityTable<ChatbotRow, 'id'>
  declare bots: EntityTable<ListingRow, 'id'>
  declare training_data: EntityTable<TrainingRow, 'id'>
  declare user_chatbots: EntityTable<AssignmentRow, 'id'>
  declare subscriptions: EntityTable<BotSubscriptionRow, 'id'>
  declare chat_messages: EntityTable<ChatMessageRow, 'id'>
  declare saved_questions: EntityTable<SavedQuestionRow, 'id'>
  declare chatbot_embeds: EntityTable<EmbedRow, 'id'>
  declare chat_histories: EntityTable<SheetRow, 'id'>
  declare reports: EntityTable<ReportRow, 'id'>
  declare client_videos: EntityTable<ClientVideoRow, 'id'>
  declare report_posters: EntityTable<PosterRow, 'id'>
  declare notices: EntityTable<NoticeRow, 'id'>
  declare push_devices: EntityTable<PushDeviceRow, 'id'>
  declare notice_wishes: EntityTable<PreferencesRow, 'id'>
  declare held: EntityTable<HeldRow, 'client_id'>
  declare tombstones: Table<TombstoneRow, [string, string, string]>
  declare provisional: Table<ProvisionalRow, [string, string, string]>
  declare outbox: EntityTable<OutboxEntry, 'id'>
  declare drafts: EntityTable<DraftRow, 'id'>
  declare files: EntityTable<FileRow, 'id'>
  declare file_bytes: EntityTable<FileBytesRow, 'id'>

  /** True if another tab has deleted or upgraded this database: this page must not open it again. */
  retired = false
  /** TB4: the page is frozen or left, and queries wait. */
  asleep = false
  private opening = false
  /** ST2: the database is lost when this page closes, and no other tab sees it. */
  readonly inMemory: boolean

  constructor(
    readonly userId: string,
    memory?: DexieOptions,
  ) {
    // Our hooks already share queries, so Dexie's cache of results would only copy the rows once more.
    super(memory ? 'memory' : replicaName(userId), { ...memory, cache: 'disabled' })
    this.inMemory = memory !== undefined
    this.version(VERSION).stores(TABLES).upgrade(forgetEpochs)
    this.on('versionchange', () => {
      this.retire()
      return false
    })
  }

  /** While the page is frozen (TB4) this opens nothing, and queries wait for `sleep(false)`. */
  override open(): PromiseExtended<Dexie> {
    if (this.asleep) return new Dexie.Promise(() => undefined)
    this.opening = true
    const opened = super.open()
    const settle = (): void => {
      this.opening = false
      if (this.asleep && !this.retired) this.close({ disableAutoOpen: false })
    }
    // A native promise settles after the queries that waited for `opened` have begun.
    void Promise.resolve(opened).then(settle, settle)
    return opened
  }

  /**
   * TB4: closes the database while the page is frozen, because other tabs would wait for it; reopens it when
   * `isAsleep` is false.
   */
  sleep(isAsleep: boolean): void {
    if (isAsleep === this.asleep || this.retired) return
    this.asleep = isAsleep
    // Dexie cannot cancel an opening without failing its queries, so `open` closes the database afterwards.
    if (this.opening) return
    if (isAsleep) this.close({ disableAutoOpen: false })
    else void this.open().catch(() => undefined)
  }

  /** Closes the database for good: later queries fail instead of creating an empty database. */
  retire(): void {
    this.retired = true
    this.close({ disableAutoOpen: true })
  }
}
