// The list of contents beside the Developer Docs, which stays in view on desktops.
import { goTo, idOfSection, type Section } from './places'

/** `sections` are the sections that match the search. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="docs-contents">
      <p className="mb-2 text-sm font-medium text-ink">On this page</p>
      <ul className="border-l border-line">
        {sections.map((section) => (
          <li key={section}>
            <a
              href={`#${idOfSection(section)}`}
              onClick={(event) => {
                event.preventDefault()
                goTo(idOfSection(section))
              }}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-sm text-ink-2 hover:border-line-strong hover:text-ink"
            >
              {section}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
