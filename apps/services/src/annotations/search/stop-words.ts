/*
 * Words that stand in nearly every German text and say nothing about it. They are indexed, so that they
 * can stand in a passage that is looked for word by word; a query of several words does not ask for them.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dann das
  dass daß dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch du
  durch ein eine einem einen einer eines er es etwas euch euer für gegen hat hatte hier ich ihm ihn
  ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes kann kein
  keine keinem keinen keiner man mein meine meinem meinen meiner mich mir mit nach nicht noch nun nur ob
  oder ohne sehr sein seine seinem seinen seiner seines sich sie sind so über um und uns unser unsere
  unter vom von vor war waren was weil wenn wer werden wie wir wird wo zu zum zur zwischen`.split(
    /\s+/,
  ),
);
