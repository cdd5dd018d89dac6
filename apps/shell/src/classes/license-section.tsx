import type { ReactNode } from 'react';
import { lastDay } from '../routes/moments.ts';
import type { Seats } from './classes-source.ts';
import type { Member } from './members.ts';
import { useTexts } from './texts-context.ts';

interface LicenseSectionProps {
  /** Of the publication. */
  readonly title: string;
  readonly licenses: readonly Seats[];
  readonly members: readonly Member[];
  /** Takes a coupon. */
  readonly children: ReactNode;
}

/** Licences of a class for this publication, and who holds their seats. */
export function LicenseSection({ title, licenses, members, children }: LicenseSectionProps) {
  const texts = useTexts();
  return (
    <section>
      <h4>{texts.license}</h4>
      {licenses.length === 0 && <p>{texts.noLicense(title)}</p>}
      {licenses.map((license) => (
        <LicenseSeats key={license.license_code} license={license} members={members} />
      ))}
      <details>
        <summary>{texts.enterCode}</summary>
        <p className="classes-note">{texts.redeemHint}</p>
        {children}
      </details>
    </section>
  );
}

function LicenseSeats({
  license,
  members,
}: {
  readonly license: Seats;
  readonly members: readonly Member[];
}) {
  const texts = useTexts();
  const { license_state, valid_until, seats, taken_seats, holders } = license;
  const named = new Map(members.map(({ membership, name }) => [membership.subject, name]));
  const names = holders.flatMap(({ subject }) => named.get(subject) ?? []);
  const elsewhere = taken_seats - holders.length;
  const validity =
    license_state !== 'LICENSE_STATE_VALID'
      ? texts.licenseOver
      : valid_until === undefined
        ? texts.licenseEndless
        : texts.licenseUntil(lastDay(Date.parse(valid_until)));
  return (
    <div className="classes-license">
      <p>{validity}</p>
      <p>
        <span>
          {seats === undefined ? texts.seatsEndless(taken_seats) : texts.seats(taken_seats, seats)}
        </span>
        {elsewhere > 0 && <span>{`, ${texts.seatsElsewhere(elsewhere)}`}</span>}
      </p>
      {seats !== undefined && (
        <meter className="classes-meter" min={0} max={seats} value={taken_seats} aria-hidden />
      )}
      {seats !== undefined && taken_seats >= seats && <p>{texts.seatsFull}</p>}
      {names.length > 0 && (
        <details>
          <summary>{texts.holders}</summary>
          <ul className="classes-names">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
