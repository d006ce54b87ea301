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
type Differing<Row, Name extends keyof Schemas> = {
  [Field in Exclude<keyof Row, '_s'>]-?: Field extends keyof Schemas[Name]
    ? IsSame<Required<Row>[Field], Schemas[Name][Field]> extends true
      ? never
      : Field
    : Field
}[Exclude<keyof Row, '_s'>]

type IsSame<Own, Wire> = [Own] extends [Wire] ? true : [Wire] extends [Own] ? true : false

interface Compared {
  assignment: Differing<AssignmentRow, 'AssignmentOut'>
  attention: Differing<AttentionRow, 'AttentionOut'>
  botSubscription: Differing<BotSubscriptionRow, 'BotSubscriptionOut'>
  chatMessage: Differing<ChatMessageRow, 'ChatMessageOut'>
  chatbot: Differing<ChatbotRow, 'ChatbotOut'>
  client: Differing<ClientRow, 'AdminClientOut'>
  clientVideo: Differing<ClientVideoRow, 'ClientVideoOut'>
  connection: Differing<ConnectionRow, 'ConnectionOut'>
  embed: Differing<EmbedRow, 'EmbedOut'>
  message: Differing<MessageRow, 'MessageOut'>
  notice: Differing<NoticeRow, 'NoticeOut'>
  preferences: Differing<PreferencesRow, 'WishesOut'>
  pushDevice: Differing<PushDeviceRow, 'PushDeviceOut'>
  report: Differing<ReportRow, 'ReportOut'>
  resolution: Differing<ResolutionRow, 'ThreadResolutionOut'>
  savedQuestion: Differing<SavedQuestionRow, 'SavedQuestionOut'>
  scanRun: Differing<ScanRunRow, 'ScanRunOut'>
  scanTask: Differing<ScanTaskRow, 'ScanTaskOut'>
  score: Differing<ScoreRow, 'ScoreOut'>
  sheet: Differing<SheetRow, 'ChatSheetOut'>
  subscription: Differing<SubscriptionRow, 'SubscriptionOut'>
  thread: Differing<ThreadRow, 'ThreadOut'>
  training: Differing<TrainingRow, 'TrainingOut'>
  userSubscription: Differing<UserSubscriptionRow, 'UserSubscriptionOut'>
}

test('rows have only fields of the server’s contract, with its types', () => {
  expectTypeOf<Compared[keyof Compared]>().toBeNever()
})
