import { useState } from 'react';
import type { RedeemedCoupon } from '../session/coupon-confirmation.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import { ClassesFrame } from './classes-frame.tsx';
import type { ClassesSource } from './classes-source.ts';
import { CodeForm } from './code-form.tsx';
import { joinedText } from './joined-text.ts';
import { useTexts } from './texts-context.ts';

interface CodeDialogProps {
  readonly source: Pick<ClassesSource, 'join'>;
  /** Of the publication. */
  readonly title: string;
  readonly redeem: (code: string) => Promise<CouponProblem | RedeemedCoupon>;
  /** Licences may be others now. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** A field for a code, for users who have one and no class to look for it in. */
export function CodeDialog({ source, title, redeem, onChanged, onClose }: CodeDialogProps) {
  const texts = useTexts();
  const [joined, setJoined] = useState<string>();
  return (
    <ClassesFrame title={texts.enterCode} isSmall focusOn="input" onClose={onClose}>
      <output className="classes-done">{joined}</output>
      {/* The outcome of an earlier code is not beside the fault of the next. */}
      <div onSubmit={() => setJoined(undefined)}>
        <CodeForm
          source={source}
          title={title}
          redeem={redeem}
          onRedeemed={() => {}}
          onJoined={(entry) => {
            setJoined(joinedText(texts, entry));
            onChanged();
          }}
        />
      </div>
    </ClassesFrame>
  );
}
