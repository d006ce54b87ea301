// The list of contents of the Developer Docs: at the top on phones, and beside them, always in view, on desktops.
import type { Area } from './areas'
import { goTo, idOfArea, idOfSection, type Section } from './places'

type ContentsProps = {
  /** The sections that match the search. */
  sections: readonly Section[]
  /** The areas of the section Requests, which only desktops have space for. */
  areas: readonly Area[]
}

export function Contents({ sections, areas }: ContentsProps) {
  return (
    <nav aria-label="On this page" className="docs-contents">
      <p className="mb-2 text-sm font-medium text-ink">On this page</p>
      <ul className="docs-links">
        {sections.map((section) => (
          <li key={section}>
            <PlaceLink id={idOfSection(section)} name={section} />
            {section === 'Requests' && (
              <ul className="hidden lg:block">
                {areas.map(({ name }) => (
                  <li key={name} className="pl-3">
                    <PlaceLink id={idOfArea(name)} name={name} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PlaceLink({ id, name }: { id: string; name: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        goTo(id)
      }}
      className="docs-link text-sm text-ink-2 hover:text-ink"
    >
      {name}
    </a>
  )
}
