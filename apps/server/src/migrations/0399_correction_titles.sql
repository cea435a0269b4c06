-- What a movement is called: a correction by the reason that stands with it, where it can be
-- erased; everything else by its own title.
CREATE FUNCTION movement_title(p_kind text, p_title text, p_data jsonb) RETURNS text
LANGUAGE sql STABLE
RETURN CASE WHEN p_kind = 'correction' AND p_title = '' THEN coalesce((
    SELECT c.reason FROM correction c WHERE c.id = (p_data ->> 'correctionId')::uuid), '')
  ELSE p_title END;
REVOKE EXECUTE ON FUNCTION movement_title FROM public;
GRANT EXECUTE ON FUNCTION movement_title TO tessera_app;
