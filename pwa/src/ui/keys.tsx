// Keys of a shortcut, as they look on a keyboard.

/** The keys are decorative: hide them from screen readers if the parent has another text. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-ink-3"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
