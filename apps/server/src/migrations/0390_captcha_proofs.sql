-- A captcha is a picture, whose answer is kept as a hash, or a proof of work, which is checked by
-- what was asked for: that many parts, each with so many leading zero bits after so many rounds.
ALTER TABLE captcha
  ALTER COLUMN answer_hash DROP NOT NULL,
  ADD COLUMN proof_parts smallint CHECK (proof_parts BETWEEN 1 AND 16),
  ADD COLUMN proof_bits smallint CHECK (proof_bits BETWEEN 1 AND 16),
  ADD COLUMN proof_rounds integer CHECK (proof_rounds BETWEEN 1 AND 100000),
  ADD CHECK (num_nulls(answer_hash, proof_parts) = 1),
  ADD CHECK (num_nulls(proof_parts, proof_bits, proof_rounds) IN (0, 3));
