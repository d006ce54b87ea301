// The replica: one database per person, with their rows, cursors and unsent work.
import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie'

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
} from './bot-rows'
import type { ConnectionRow, SnapshotRow } from './google-rows'
import type { AttentionRow } from './desk-rows'
import type { ClientVideoRow, PosterRow, ReportRow } from './report-rows'
import type {
  AdminRow,
  ClientRow,
  DraftRow,
  HeldRow,
  MessageRow,
  MetaRow,
  OutboxEntry,
  ScanRunRow,
  ScanTaskRow,
  ScoreRow,
  StreamRow,
  SubscriptionRow,
  ThreadRow,
  TombstoneRow,
  UserSubscriptionRow,
} from './rows'

export function replicaName(userId: string): string {
  return `portal-u${userId}`
}

export class Replica extends Dexie {
  streams!: EntityTable<StreamRow, 's'>
  meta!: EntityTable<MetaRow, 'k'>
  clients!: EntityTable<ClientRow, 'id'>
  admins!: EntityTable<AdminRow, 'id'>
  client_attention!: EntityTable<AttentionRow, 'id'>
  threads!: EntityTable<ThreadRow, 'id'>
  messages!: EntityTable<MessageRow, 'id'>
  stripe_user_subscriptions!: EntityTable<UserSubscriptionRow, 'id'>
  stripe_subscriptions!: EntityTable<SubscriptionRow, 'id'>
  performance_scores!: EntityTable<ScoreRow, 'id'>
  scan_runs!: EntityTable<ScanRunRow, 'id'>
  scan_tasks!: EntityTable<ScanTaskRow, 'id'>
  connections!: EntityTable<ConnectionRow, 'id'>
  ga_snapshots!: EntityTable<SnapshotRow, 'id'>
  chatbots!: EntityTable<ChatbotRow, 'id'>
  bots!: EntityTable<ListingRow, 'id'>
  training_data!: EntityTable<TrainingRow, 'id'>
  user_chatbots!: EntityTable<AssignmentRow, 'id'>
  subscriptions!: EntityTable<BotSubscriptionRow, 'id'>
  chat_messages!: EntityTable<ChatMessageRow, 'id'>
  saved_questions!: EntityTable<SavedQuestionRow, 'id'>
  chatbot_embeds!: EntityTable<EmbedRow, 'id'>
  chat_histories!: EntityTable<SheetRow, 'id'>
  reports!: EntityTable<ReportRow, 'id'>
  client_videos!: EntityTable<ClientVideoRow, 'id'>
  report_posters!: EntityTable<PosterRow, 'id'>
  held!: EntityTable<HeldRow, 'client_id'>
  tombstones!: Table<TombstoneRow, [string, string, string]>
  outbox!: EntityTable<OutboxEntry, 'id'>
  drafts!: EntityTable<DraftRow, 'id'>

  /** Deleted or replaced by a newer version elsewhere: it must not be opened again by this page. */
  retired = false
  /** ST2: it lasts as long as this page, and no other tab sees it. */
  readonly inMemory: boolean

  constructor(userId: string, memory?: DexieOptions) {
    super(memory ? 'memory' : replicaName(userId), memory)
    this.inMemory = memory !== undefined
    // A released version is never edited; the next one is added below it. What has an index `*_s` comes from the log.
    this.version(1).stores({
      streams: '&s',
      meta: '&k',
      clients: '&id,company_name,created_at,*_s',
      admins: '&id,*_s',
      threads: '&id,last_message_at,*_s',
      messages: '&id,[client_id+created_at+id],*_s',
      held: '&client_id,opened_at',
      tombstones: '&[s+tbl+id],at',
      outbox: '&id,lane,[lane+n],[kind+state]',
      drafts: '&id',
    })
    this.withTables(2, { stripe_user_subscriptions: '&id,*_s', stripe_subscriptions: '&id,*_s' })
    this.withTables(3, { performance_scores: '&id,client_id,*_s', scan_runs: '&id,client_id,*_s', scan_tasks: '&id,client_id,*_s' })
    this.withTables(4, { connections: '&id,client_id,*_s', ga_snapshots: '&id,client_id,*_s' })
    const bots = ['chatbots', 'bots', 'training_data', 'user_chatbots', 'subscriptions', 'saved_questions', 'chatbot_embeds', 'chat_histories']
    this.withTables(5, { ...Object.fromEntries(bots.map((name) => [name, '&id,*_s'])), chat_messages: '&id,[conversation_id+created_at+id],created_at,*_s' })
    this.withTables(6, { client_attention: '&id,*_s' })
    this.withTables(7, { reports: '&id,client_id,*_s', client_videos: '&id,client_id,*_s', report_posters: '&id,owner_id,*_s' })
    this.on('versionchange', () => {
      this.retire()
      return false
    })
  }

  /** A version with more tables of rows. CL12: the cursors have passed by what was in them; what is stored can be read until it is loaded anew. */
  private withTables(version: number, tables: Record<string, string>): void {
    const forgetEpochs = (transaction: Transaction) => transaction.table<StreamRow>('streams').toCollection().modify({ e: '' })
    this.version(version).stores(tables).upgrade(forgetEpochs)
  }

  /** Close for good: what still uses it fails instead of bringing an empty database back. */
  retire(): void {
    this.retired = true
    this.close({ disableAutoOpen: true })
  }
}
