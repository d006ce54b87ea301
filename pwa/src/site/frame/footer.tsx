// The footer of every public page, with all links.
import { Brand } from './brand'
import { FOOTER_LINKS } from './links'
import { PLACEHOLDERS } from './placeholders'

export function Footer() {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="wide grid gap-x-8 gap-y-8 py-10 sm:py-14 md:grid-cols-[1.6fr_3fr]">
        <div>
          <Brand />
          <p className="mt-3 max-w-[34ch] text-[0.9375rem] text-ink-2">
            Marketing results for small businesses: measured on Friday, explained on Monday.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-4">
          {FOOTER_LINKS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold text-ink">{title}</h2>
              <ul className="mt-1.5">
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <a
                      href={to}
                      className="inline-flex h-11 min-w-11 items-center text-[0.9375rem] text-ink-2 hover:text-ink md:h-8"
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="wide">
        <p className="border-t border-line py-6 text-sm text-ink-3">© {PLACEHOLDERS.name}</p>
      </div>
    </footer>
  )
}
