// The dialog that lists the app's keyboard shortcuts. The key `?` opens it.
import { useSyncStatus } from '../../../live/live'
import { Keys } from '../../../ui/keys'
import { Dialog } from '../../../ui/overlay/dialog'
import { keysOf, type ShortcutName } from '../../../ui/shortcuts'

type Entry = readonly [keys: readonly string[], does: string]

/** Every shortcut has a text. A new shortcut without a text does not compile. */
const TEXTS: Record<ShortcutName, string> = {
  palette: 'Search clients, screens and actions',
  find: 'Go to the search field of a list',
  next: 'Next row',
  previous: 'Previous row',
  help: 'Show this list',
}
/** The shortcuts that work only in lists. */
const OF_LISTS: readonly ShortcutName[] = ['next', 'previous']
/** Other keys: those of the browser's own controls. */
const ANYWHERE: readonly Entry[] = [[['Esc'], 'Close a dialog or a menu, or clear a search']]
const IN_LISTS: readonly Entry[] = [
  [['↑', '↓'], 'Move through a list, a menu or a chart'],
  [['Home', 'End'], 'First or last row'],
  [['Enter'], 'Open the row'],
]
const IN_MESSAGES: readonly Entry[] = [
  [['Enter'], 'Send the message'],
  [['Shift', 'Enter'], 'Start a new line'],
  [['Ctrl', 'Enter'], 'Send the message, also on a touch keyboard'],
  [['Esc'], 'Leave the message field'],
]

export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { role } = useSyncStatus()
  const names = (Object.keys(TEXTS) as ShortcutName[]).filter(
    (name) => !OF_LISTS.includes(name) && (name !== 'palette' || role === 'admin'),
  )
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <Group name="Anywhere" entries={[...names.map(entryOf), ...ANYWHERE]} />
      <Group name="In lists" entries={[...OF_LISTS.map(entryOf), ...IN_LISTS]} />
      <Group name="In messages" entries={IN_MESSAGES} />
    </Dialog>
  )
}

function entryOf(name: ShortcutName): Entry {
  return [keysOf(name), TEXTS[name]]
}

function Group({ name, entries }: { name: string; entries: readonly Entry[] }) {
  return (
    <section className="mb-4 last:mb-0">
      <h3 className="mb-1.5 text-sm font-semibold text-ink">{name}</h3>
      <dl className="flex flex-col gap-1.5 text-base">
        {entries.map(([keys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-ink-2">{does}</dt>
            <dd className="shrink-0">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
