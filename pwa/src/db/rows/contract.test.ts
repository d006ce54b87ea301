// Compares the rows that the app stores with the server's contract. The compiler checks it, not vitest.
import { expectTypeOf, test } from 'vitest'

import type { components } from '../../api/schema.gen'
import type { AttentionRow, ResolutionRow } from './admin'
import type { ConnectionRow } from './analytics'
import type { SubscriptionRow, UserSubscriptionRow } from './billing'
import type {
  AssignmentRow,
  BotSubscriptionRow,
  ChatMessageRow,
  ChatbotRow,
  EmbedRow,
  SavedQuestionRow,
  SheetRow,
  TrainingRow,
} from './bots'
import type { ClientRow } from './clients'
import type { MessageRow, ThreadRow } from './messages'
import type { NoticeRow, PreferencesRow, PushDeviceRow } from './notices'
import type { ScanRunRow, ScanTaskRow, ScoreRow } from './performance'
import type { ClientVideoRow, ReportRow } from './reports'

type Schemas = components['schemas']

/**
 * The fields of a row that the server does not send, or whose type is another one. A row's type may name the values
 * of a text, and may allow null for rows of earlier servers.
 */
type DifferentFields<Row, Name extends keyof Schemas> = {
  [Field in Exclude<keyof Row, '_s'>]-?: Field extends keyof Schemas[Name]
    ? IsSame<Required<Row>[Field], Schemas[Name][Field]> extends true
      ? never
      : Field
    : Field
}[Exclude<keyof Row, '_s'>]

type IsSame<Own, Wire> = [Own] extends [Wire] ? true : [Wire] extends [Own] ? true : false

interface DifferencesByRow {
  assignment: DifferentFields<AssignmentRow, 'AssignmentOut'>
  attention: DifferentFields<AttentionRow, 'AttentionOut'>
  botSubscription: DifferentFields<BotSubscriptionRow, 'BotSubscriptionOut'>
  chatMessage: DifferentFields<ChatMessageRow, 'ChatMessageOut'>
  chatbot: DifferentFields<ChatbotRow, 'ChatbotOut'>
  client: DifferentFields<ClientRow, 'AdminClientOut'>
  clientVideo: DifferentFields<ClientVideoRow, 'ClientVideoOut'>
  connection: DifferentFields<ConnectionRow, 'ConnectionOut'>
  embed: DifferentFields<EmbedRow, 'EmbedOut'>
  message: DifferentFields<MessageRow, 'MessageOut'>
  notice: DifferentFields<NoticeRow, 'NoticeOut'>
  preferences: DifferentFields<PreferencesRow, 'PreferencesOut'>
  pushDevice: DifferentFields<PushDeviceRow, 'PushDeviceOut'>
  report: DifferentFields<ReportRow, 'ReportOut'>
  resolution: DifferentFields<ResolutionRow, 'ThreadResolutionOut'>
  savedQuestion: DifferentFields<SavedQuestionRow, 'SavedQuestionOut'>
  scanRun: DifferentFields<ScanRunRow, 'ScanRunOut'>
  scanTask: DifferentFields<ScanTaskRow, 'ScanTaskOut'>
  score: DifferentFields<ScoreRow, 'ScoreOut'>
  sheet: DifferentFields<SheetRow, 'ChatSheetOut'>
  subscription: DifferentFields<SubscriptionRow, 'SubscriptionOut'>
  thread: DifferentFields<ThreadRow, 'ThreadOut'>
  training: DifferentFields<TrainingRow, 'TrainingOut'>
  userSubscription: DifferentFields<UserSubscriptionRow, 'UserSubscriptionOut'>
}

test('rows have only fields of the server’s contract, with its types', () => {
  expectTypeOf<DifferencesByRow[keyof DifferencesByRow]>().toBeNever()
})
